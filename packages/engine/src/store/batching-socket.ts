import { Socket } from 'node:net';

/**
 * A connection that hands over at once what one turn of the program writes to it: the statements that are sent
 * together leave in one packet. System calls are most of what a short statement costs.
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
