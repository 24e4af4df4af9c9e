import { parentPort } from 'node:worker_threads';
import { failed, type FunctionCallRequest } from './outcome.ts';
import { loadSandbox } from './sandbox.ts';

// The thread of `FunctionHost`: answers each call of a batch on its own, so that the host can bound its time.

const port = parentPort;
if (port === null) throw new Error('This file is the program of a thread.');
const sandbox = await loadSandbox();
port.on('message', (calls: readonly FunctionCallRequest[]) => {
  for (const call of calls) {
    try {
      port.postMessage(sandbox(call));
    } catch (error) {
      // The interpreter itself failed, in what memory it had: the next call gets a new thread.
      port.postMessage(failed('memory', String(error)));
      process.exit(1);
    }
  }
});
port.postMessage('ready');
