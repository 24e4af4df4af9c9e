import { Socket } from 'node:net';

/**
 * A connection that hands over at once what one turn of the program writes to it: the statements that are sent
 * together leave in one packet. System calls are most of what a short statement costs.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let gathering = false;
  // `connect` puts the socket's own `write` in place again: only then is it replaced.
  socket.once('connect', () => {
    socket.write = (...given: unknown[]) => {
      if (!gathering) {
        gathering = true;
        socket.cork();
        process.nextTick(() => {
          gathering = false;
          socket.uncork();
        });
      }
      return write(...given);
    };
  });
  return socket;
}
