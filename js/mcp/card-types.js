// The types of what programs read of a server before they connect.

export const CARD = "application/mcp-server-card+json";
export const CATALOG = "application/ai-catalog+json";
