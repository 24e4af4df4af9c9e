import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** The fate of a statement on its way to the database, and of its connection. */
export type CutPoint = 'pass' | 'cut before' | 'cut after';

export interface StatementProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

const STARTUP_HEADER = 4;
const MESSAGE_HEADER = 5;

/**
 * A proxy to a database that sees each statement before it is executed (of PostgreSQL's protocol: `Query`, and `Parse`
 * or `Bind` of a prepared one), and can end all connections: `cut before` the statement is sent, or `cut after`,
 * without waiting for its answer.
 */
export async function startStatementProxy(
  databaseUrl: string,
  pass: (statement: string) => CutPoint,
): Promise<StatementProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // Clients learn of it by the end of their connection.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    database.pipe(client);
    const statements = new StatementReader();
    client.on('data', (data: Buffer) => {
      let isLast = false;
      for (const { message, statement } of statements.read(data)) {
        const cutPoint: CutPoint = statement === null || isLast ? 'pass' : pass(statement);
        if (cutPoint === 'cut before') return cut();
        isLast ||= cutPoint === 'cut after';
        database.write(message);
      }
      // The database carries it out, even if its sender is gone.
      if (isLast) database.write('', cut);
    });
    client.on('end', () => database.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}

/** Reads what a client sends: whole messages, each with the statement that it begins. */
class StatementReader {
  #rest = Buffer.alloc(0);
  #hasStarted = false;
  readonly #prepared = new Map<string, string>();

  *read(data: Buffer): Generator<{ readonly message: Buffer; readonly statement: string | null }> {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const type = this.#hasStarted ? 1 : 0;
      if (this.#rest.length < (this.#hasStarted ? MESSAGE_HEADER : STARTUP_HEADER)) return;
      const length = type + this.#rest.readUInt32BE(type);
      if (this.#rest.length < length) return;
      const message = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const statement = this.#hasStarted ? this.#statementOf(message) : null;
      this.#hasStarted = true;
      yield { message, statement };
    }
  }

  #statementOf(packet: Buffer): string | null {
    const [first = '', second = ''] = packet.subarray(MESSAGE_HEADER).toString('latin1').split('\0', 2);
    switch (String.fromCharCode(packet[0] as number)) {
      case 'Q':
        return first;
      case 'P':
        this.#prepared.set(first, second);
        return null;
      case 'B':
        return this.#prepared.get(second) ?? null;
      default:
        return null;
    }
  }
}
