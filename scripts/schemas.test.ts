import { readFileSync } from 'node:fs';
import { checkDocument, reportModel } from '@nonet/language';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { readSchema, SCHEMAS } from './schemas.ts';

test.each(['expenses', 'reading-room', 'undetermined'])('the model of %s keeps to it', (name) => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(readSchema(SCHEMAS.model));
  const path = `examples/${name}/spec.md`;
  const { model } = checkDocument({ path, text: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') }, () => {
    throw new Error('no example includes another file');
  });
  const report: unknown = JSON.parse(JSON.stringify(reportModel(model)));
  validate(report);
  expect(validate.errors).toBeNull();
  expect(validate({ ...(report as object), tree: {} })).toBe(false);
});
