import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createGenerator, type Schema } from 'ts-json-schema-generator';

const root = new URL('../', import.meta.url);
const file = new URL('docs/schemas/model.schema.json', root);

/** The JSON Schema of what `nonet model` prints, from its types. */
export function generateModelSchema(): Schema {
  const generator = createGenerator({
    path: new URL('packages/language/src/report/model.ts', root).pathname,
    tsconfig: new URL('tsconfig.json', root).pathname,
    type: 'ModelReport',
    skipTypeCheck: true,
  });
  return { title: 'What `nonet model` prints', ...generator.createSchema('ModelReport') };
}

export function readModelSchema(): object {
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

if (import.meta.main) {
  const schema = generateModelSchema();
  if (isDeepStrictEqual(schema, readModelSchema())) process.stdout.write('docs/schemas/model.schema.json is right.\n');
  else {
    writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
    process.stdout.write('docs/schemas/model.schema.json is written anew. Run `npm run format`.\n');
  }
}
