export { type Client, type ClientOptions, createClient, randomKey, type Tagged } from './client.ts';
export { withCookies } from './cookies.ts';
export { filterKey, listAddress, type ListQuery } from './list-query.ts';
export { ProblemError, UnexplainedError } from './problem-error.ts';
export type * from './wire.ts';
export type * from './wire-document.ts';
export type * from './wire-streams.ts';
export type * from './wire-accounts.ts';
export type * from './wire-views.ts';
