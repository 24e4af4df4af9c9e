import net from 'node:net';
import { Failure } from './failure.ts';

/**
 * Checks that a port is free, before anything is started or changed.
 * @throws Failure if another program listens there.
 */
export async function requirePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portFailure(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portFailure(error: NodeJS.ErrnoException, host: string, port: number): Failure {
  if (error.code === 'EADDRINUSE') {
    return new Failure(`Port ${port} is in use. Stop what listens there, or choose another with --port.`);
  }
  if (error.code === 'EACCES')
    return new Failure(`You may not listen on port ${port}. Choose one above 1023 with --port.`);
  return new Failure(`Can't listen on ${host}, port ${port}: ${error.message}.`);
}
