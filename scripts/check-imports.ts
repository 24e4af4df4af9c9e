import { glob, readFile } from 'node:fs/promises';
import { findViolations } from './import-rules.ts';

const files = new Map<string, string>();
for await (const file of glob('packages/*/{src,bin}/**/*.{ts,tsx}')) files.set(file, await readFile(file, 'utf8'));

const violations = findViolations(files);
for (const { file, message } of violations) console.error(`${file}: ${message}`);
console.log(`imports: ${files.size} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
