import { Socket } from 'node:net';

/**
 * A socket that collects everything that is written in one turn of the event loop, so that statements sent together
 * leave in one packet. System calls are most of the cost of a short statement.
 */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let isCorked = false;
  // `connect` puts the socket's own `write` in place again: only then is it replaced.
  socket.once('connect', () => {
    socket.write = (...given: unknown[]) => {
      if (!isCorked) {
        isCorked = true;
        socket.cork();
        process.nextTick(() => {
          isCorked = false;
          socket.uncork();
        });
      }
      return write(...given);
    };
  });
  return socket;
}
