import { networkOf } from '../session/network.ts';
import { type Queryable, run } from '../store/pool.ts';

/** The kinds of security events; the database itself notes those of accounts that others change. */
export type SecurityEventKind =
  | 'signed in'
  | 'sign-in failed'
  | 'sign-in blocked'
  | 'signed out'
  | 'second factor failed'
  | 'second factor added'
  | 'second factor removed'
  | 'recovery code used'
  | 'recovery codes renewed'
  | 'password changed'
  | 'token made'
  | 'token ended'
  | 'exported'
  | 'person erased'
  | 'denied';

export interface NewSecurityEvent {
  readonly kind: SecurityEventKind;
  /** Who did it; null for nobody who is known. */
  readonly actor?: string | null;
  /** Whose account it is about, where it is not the actor's. */
  readonly subject?: string | null;
  /** The network address that it came from. */
  readonly address?: string | null;
  /** Names and numbers; never a secret, nor a value of a record. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Notes a security event; inside a transaction it is there if that one is committed. */
export async function noteSecurityEvent(client: Queryable, event: NewSecurityEvent): Promise<void> {
  const { kind, actor = null, subject = null, address = null, detail = {} } = event;
  await run(client, {
    text: 'insert into nonet.security_event (kind, actor, subject, network, detail) values ($1, $2, $3, $4, $5::jsonb)',
    values: [kind, actor, subject, address === null ? null : networkOf(address), JSON.stringify(detail)],
  });
}
