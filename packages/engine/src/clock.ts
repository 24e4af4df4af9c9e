/** The product's time: an instant as RFC 3339 in UTC, with up to six decimals. Tests put their own in its place. */
export type Clock = () => string;

export const systemClock: Clock = () => new Date().toISOString();
