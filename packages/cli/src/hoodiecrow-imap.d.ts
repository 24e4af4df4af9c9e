/** The IMAP server of the tests, which has no types of its own. */
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  interface Message {
    readonly raw: string;
    readonly flags?: readonly string[];
  }

  export interface ImapServer {
    readonly server: Server;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
  }

  export default function imapServer(options: {
    readonly plugins: readonly string[];
    readonly storage: Readonly<Record<string, { readonly messages: readonly Message[] }>>;
  }): ImapServer;
}
