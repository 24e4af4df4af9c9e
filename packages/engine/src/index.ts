export type * from './engine.ts';
export { type FieldError, Refusal } from './refusal.ts';
export type { Account } from './session/account.ts';
export { createSessions } from './session/create-sessions.ts';
export { hashPassword, PasswordQueueFull, verifyPassword } from './session/password.ts';
export type { Sessions, SignIn } from './session/sessions.ts';
