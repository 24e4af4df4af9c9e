import { randomBytes } from 'node:crypto';
import { KEY_VARIABLE, keyRingOf, NoKey, rotateKeys } from '@nonet/engine';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';

interface Options {
  data: string;
  dev?: true;
}

export const register: Register = (program) => {
  const key = program
    .command('key')
    .description('The key with which a product encrypts its secrets and what its outbound calls send.');
  key
    .command('new')
    .description(`Print a new key, for ${KEY_VARIABLE}.`)
    .action(() => void process.stdout.write(`${randomBytes(32).toString('base64')}\n`));
  key
    .command('rotate')
    .description(
      `Encrypt everything under ${KEY_VARIABLE} that is stored in plain text, or under one of ENCRYPTION_FORMER_KEYS. The product may run meanwhile.`,
    )
    .argument('<file>', 'the document')
    .addOption(dataOption())
    .option('--dev', 'in the data of `nonet dev`, not of `nonet serve`')
    .addHelpText('after', '\nExit codes: 0 done, 1 not done, 2 called wrongly, 3 a file can’t be read.')
    .action((file: string, options: Options) => rotate(file, options));
};

async function rotate(file: string, { data, dev }: Options): Promise<void> {
  const document = readDocument(file);
  const product = { plan: planFor(document), file: document.file, data, mode: dev ? 'dev' : 'production' } as const;
  if (product.mode === 'production' && keyRingOf(process.env).current === null) throw new Failure(new NoKey().message);
  const { secrets, calls, released } = await withEngine(product, ({ pool, index }) => rotateKeys(pool, index));
  const lines = [
    `${secrets} secrets and ${calls} contents of calls were encrypted.`,
    ...released.map((id) => `No value needs the key ${id} any more.`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
