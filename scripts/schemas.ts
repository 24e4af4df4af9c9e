import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createGenerator, type Schema, type SchemaGenerator } from 'ts-json-schema-generator';

const root = new URL('../', import.meta.url);

/** The JSON output of a command, and its type. */
interface SchemaSource {
  /** In `docs/schemas`. */
  readonly file: string;
  readonly title: string;
  /** The file that has the type. */
  readonly path: string;
  readonly type: string;
}

export const SCHEMAS = {
  model: {
    file: 'model.schema.json',
    title: 'What `nonet model` prints',
    path: 'packages/language/src/report/model.ts',
    type: 'ModelReport',
  },
  plan: {
    file: 'plan.schema.json',
    title: 'What `nonet plan --format json` prints',
    path: 'packages/engine/src/migrate/plan/migration-plan.ts',
    type: 'MigrationPlan',
  },
  export: {
    file: 'export.schema.json',
    title: 'The `manifest.json` of `nonet export`',
    path: 'packages/cli/src/commands/export/manifest.ts',
    type: 'ExportManifest',
  },
  rehearsal: {
    file: 'rehearsal.schema.json',
    title: 'What `nonet rehearse --format json` prints',
    path: 'packages/cli/src/rehearsal-report.ts',
    type: 'RehearsalReport',
  },
  correct: {
    file: 'correct.schema.json',
    title: 'What `nonet correct --format json` prints',
    path: 'packages/engine/src/correct/records-to-correct.ts',
    type: 'RecordsToCorrect',
  },
  diff: {
    file: 'diff.schema.json',
    title: 'What `nonet diff --format json` prints',
    path: 'packages/language/src/difference/report.ts',
    type: 'DifferencesReport',
  },
  gaps: {
    file: 'gaps.schema.json',
    title: 'What `nonet gaps --format json` prints',
    path: 'packages/language/src/report/gaps.ts',
    type: 'GapsReport',
  },
  questions: {
    file: 'questions.schema.json',
    title: 'What `nonet ask --format json` prints',
    path: 'packages/language/src/answer/report-questions.ts',
    type: 'QuestionsReport',
  },
  answers: {
    file: 'answers.schema.json',
    title: 'What `nonet ask --answers` prints',
    path: 'packages/cli/src/commands/ask/give-answers.ts',
    type: 'AnswersReport',
  },
  codes: {
    file: 'codes.schema.json',
    title: 'What `nonet explain --format json` prints',
    path: 'packages/language/src/report/codes.ts',
    type: 'CodesReport',
  },
  versions: {
    file: 'versions.schema.json',
    title: 'What `nonet versions --format json` prints',
    path: 'packages/cli/src/commands/versions.ts',
    type: 'VersionsReport',
  },
  tenants: {
    file: 'tenants.schema.json',
    title: 'What `nonet tenants list --format json` prints',
    path: 'packages/cli/src/commands/tenants.ts',
    type: 'TenantsReport',
  },
  advise: {
    file: 'advise.schema.json',
    title: 'What `nonet advise --format json` prints',
    path: 'packages/cli/src/advice-report.ts',
    type: 'AdviceReport',
  },
  status: {
    file: 'status.schema.json',
    title: 'What `nonet status --format json` prints',
    path: 'packages/engine/src/migrate/former/read-status.ts',
    type: 'MigrationStatus',
  },
  briefs: {
    file: 'briefs.schema.json',
    title: 'What `npm run briefs -- --json FILE` writes',
    path: 'scripts/briefs/report.ts',
    type: 'BriefsReport',
  },
} as const satisfies Record<string, SchemaSource>;

let generator: SchemaGenerator | null = null;

/** The generator over all of the files: to read them and what they import is most of the work, and is done once. */
function readTypes(): SchemaGenerator {
  const paths = Object.values<SchemaSource>(SCHEMAS).map(({ path }) => new URL(path, root).pathname);
  return createGenerator({
    path: `{${paths.join(',')}}`,
    tsconfig: new URL('tsconfig.json', root).pathname,
    skipTypeCheck: true,
  });
}

/** The JSON Schema of a command's output, from its type. */
export function generateSchema({ type, title }: SchemaSource): Schema {
  generator ??= readTypes();
  return { title, ...generator.createSchema(type) };
}

/** The schema as it is in `docs/schemas`. */
export function readSchema({ file }: SchemaSource): object {
  return JSON.parse(readFileSync(fileOf(file), 'utf8')) as object;
}

function fileOf(name: string): URL {
  return new URL(`docs/schemas/${name}`, root);
}

/** `node scripts/schemas.ts` writes what is not right; with `--check` it says so, and ends with 1. */
function main(): void {
  const checks = process.argv.includes('--check');
  for (const source of Object.values<SchemaSource>(SCHEMAS)) {
    const schema = generateSchema(source);
    const name = `docs/schemas/${source.file}`;
    const isRight = existsSync(fileOf(source.file)) && isDeepStrictEqual(schema, readSchema(source));
    if (isRight) process.stdout.write(`${name} is right.\n`);
    else if (checks) {
      process.exitCode = 1;
      process.stderr.write(`${name} is not that of the types: run \`node scripts/schemas.ts && npm run format\`.\n`);
    } else {
      writeFileSync(fileOf(source.file), `${JSON.stringify(schema, null, 2)}\n`);
      process.stdout.write(`${name} is written anew. Run \`npm run format\`.\n`);
    }
  }
}

if (import.meta.main) main();
