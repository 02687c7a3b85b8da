/** Whether only programs of the same machine can call a server by a name, as a URL has it. */
export const isLoopback = (name) => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::(1|ffff:7f[\da-f]{2}:[\da-f]+)\]$/.test(name);
