/** The placeholder of a tenant's name in a path. */
export const TENANT = "{tenant}";

/** Characters that no file name may have on some systems, and those that mean something in an address. */
export const UNFIT = String.raw`/\:*?"<>|%#`;

/** Names that Windows keeps for devices, whatever extension follows. It takes small digits for digits too. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/** Whether a name stays one part of a path wherever that leads: in a file system, a bucket or an address. */
export function isFileName(name) {
  const fits = (char) => !UNFIT.includes(char) && !/[\p{Cc}\p{Cs}]/u.test(char);
  return name !== "" && !/[. ]$/.test(name) && [...name].every(fits) && !DEVICE.test(name);
}
