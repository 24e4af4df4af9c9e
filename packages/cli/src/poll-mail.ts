import type { RunningEngine } from '@nonet/engine';
import { MOST_MAIL_BYTES, parseMail, UnreadableMail } from '@nonet/server';
import { ImapFlow } from 'imapflow';
import { Failure } from './failure.ts';

export interface Mailbox {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
  /** The folder that is read: `INBOX` unless the address has a path. */
  readonly folder: string;
}

/** Reads `imaps://user:password@mail.example:993/INBOX`; `imap://` begins in plain text, and is encrypted from STARTTLS on. */
export function mailboxOf(imapUrl: string | undefined): Mailbox | null {
  if (imapUrl === undefined || imapUrl === '') return null;
  const url = URL.canParse(imapUrl) ? new URL(imapUrl) : null;
  const isSecure = url?.protocol === 'imaps:';
  if (url === null || (!isSecure && url.protocol !== 'imap:') || url.username === '' || url.hostname === '')
    throw new Failure('IMAP_URL is written as imaps://user:password@host:993/INBOX.', 2);
  return {
    host: url.hostname,
    port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
    isSecure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}

interface Polling {
  readonly mailbox: Mailbox;
  /** The name under which its mail server states what it has verified; null: nothing is. */
  readonly verifiedBy: string | null;
  readonly engine: Pick<RunningEngine, 'receiveMail'>;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Receives the unread mail of a mailbox, the oldest first, and marks each as read once something has become of it.
 * @returns How many were received. Rejects if the mail server does not answer: the rest stays unread, and so does what the
 * product can do nothing with now.
 */
export async function receiveUnread({ mailbox, verifiedBy, engine, onFault }: Polling): Promise<number> {
  const { host, port, isSecure, user, password, folder } = mailbox;
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // The password is never sent in plain text, but on this machine.
    ...(isSecure || isLoopback(host) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    ...TIMEOUTS,
  });
  // A broken connection rejects what is under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const lock = await client.getMailboxLock(folder);
    try {
      const unread = await client.search({ seen: false }, { uid: true });
      let count = 0;
      for (const uid of unread || []) {
        const raw = await sourceOf(client, uid);
        if (raw === null)
          onFault(new Error(`A mail in ${folder} is larger than ${MOST_MAIL_BYTES} bytes, and is left out.`));
        // A mail with which the product can do nothing now keeps no other from being received.
        const outcome = raw === null ? 'left out' : await receive({ verifiedBy, engine, onFault }, raw);
        if (outcome === 'received') count += 1;
        if (outcome !== 'later') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      }
      return count;
    } finally {
      lock.release();
    }
  } finally {
    await client.logout();
  }
}

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** The bytes of a mail; null if it is larger than mails may be. */
async function sourceOf(client: ImapFlow, uid: number): Promise<Buffer | null> {
  const known = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (known && (known.size ?? 0) > MOST_MAIL_BYTES) return null;
  const found = await client.fetchOne(String(uid), { source: true }, { uid: true });
  if (!found || found.source === undefined) throw new Error('The mail server does not hand out a mail.');
  return found.source;
}

/** Hands a mail to the product. It is left out if it is no mail, and comes later if the product can do nothing with it now. */
async function receive(
  { verifiedBy, engine, onFault }: Omit<Polling, 'mailbox'>,
  raw: Buffer,
): Promise<'received' | 'left out' | 'later'> {
  try {
    await engine.receiveMail(await parseMail(raw, { to: [], verifiedBy }));
    return 'received';
  } catch (error) {
    onFault(error);
    return error instanceof UnreadableMail ? 'left out' : 'later';
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}

const POLL_MILLISECONDS = 60_000;
const LONGEST_MILLISECONDS = 600_000;

/** Asks a mailbox each minute; after a failure after twice the pause, up to ten minutes. */
export function pollMail(polling: Polling): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let pause = POLL_MILLISECONDS;
  const round = async (): Promise<void> => {
    try {
      await receiveUnread(polling);
      pause = POLL_MILLISECONDS;
    } catch (error) {
      polling.onFault(error);
      pause = Math.min(2 * pause, LONGEST_MILLISECONDS);
    }
    if (!isStopped)
      timer = setTimeout(() => {
        current = round();
      }, pause);
  };
  let current = round();
  return {
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await current;
    },
  };
}
