import type { Type } from '../../expression/type.ts';

export const BOOLEAN: Type = { kind: 'boolean', nullable: false };
export const TEXT: Type = { kind: 'text', nullable: false };

/** A record of an entity. */
export function recordType(entity: string, nullable = false): Type {
  return { kind: 'record', entity, nullable };
}

/** `user`: null if nobody may be signed in. */
export function userType(nullable: boolean): Type {
  return recordType('User', nullable);
}
