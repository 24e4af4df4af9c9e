import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CheckedDocument, checkDocument, type Diagnostic, type Plan, renderText } from '@nonet/language';
import { type CreateDatabase, isSo, trySteps } from '../../packages/cli/src/fixtures/cookbook/try-recipe.ts';
import { type Brief, isCheck } from './brief.ts';
import type { AgentUsage, BriefReport, ChecksReport, FailedCheck, RoundReport } from './report.ts';

const REFERENCE = path.resolve(import.meta.dirname, '../../docs');
const MOST_SHOWN = 2000;

export interface Agent {
  /** A command of the shell, which is run in the folder of a brief. */
  readonly command: string;
  readonly mostRounds: number;
}

/**
 * Hands a brief to an agent, hands back what `nonet check` reports until nothing is reported or the rounds are over,
 * and tries the checks of the brief on the product of the last document.
 * @param folder An empty folder: the agent finds `brief.md` there, later `report.txt`, and writes `spec.md`.
 */
export async function takeBrief(
  brief: Brief,
  agent: Agent,
  folder: string,
  createDatabase: CreateDatabase,
): Promise<BriefReport> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'brief.md'), brief.text);
  const rounds: RoundReport[] = [];
  let plan: Plan | null = null;
  let reports = 0;
  for (let round = 1, before: string | null | undefined; round <= agent.mostRounds; round += 1) {
    const exitCode = await run(agent.command, folder, brief.name, round);
    const text = readIf(path.join(folder, 'spec.md'));
    const checked = text === null ? null : checkIn(folder, text);
    plan = checked?.plan ?? null;
    rounds.push(roundOf(exitCode, text, checked?.diagnostics ?? []));
    // An agent that leaves its document as it is has nothing more to say.
    if (isFinished(checked) || text === before) break;
    before = text;
    const report = reportOf(checked);
    reports += Buffer.byteLength(report);
    await writeFile(path.join(folder, 'report.txt'), report);
  }
  const checks = await tryChecks(brief, plan, createDatabase);
  return {
    brief: brief.name,
    isMet: plan !== null && checks.passed === checks.of,
    rounds,
    checks,
    handed: { brief: Buffer.byteLength(brief.text), reports },
    usage: usageIn(folder),
  };
}

/** Runs the agent, and answers its exit code. What it prints is passed on. */
function run(command: string, folder: string, name: string, round: number): Promise<number | null> {
  const child = spawn(command, {
    shell: true,
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BRIEF: name, BRIEF_ROUND: String(round), NONET_REFERENCE: REFERENCE },
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}

function checkIn(folder: string, text: string): CheckedDocument {
  return checkDocument({ path: 'spec.md', text }, (included) => {
    const part = readIf(path.join(folder, included));
    return part === null ? { kind: 'missing' } : { kind: 'file', text: part };
  });
}

function isFinished(checked: CheckedDocument | null): boolean {
  return checked !== null && checked.diagnostics.every(({ severity }) => severity === 'disclosure');
}

function reportOf(checked: CheckedDocument | null): string {
  if (checked === null) return 'There is no spec.md.\n';
  return renderText(checked.diagnostics, checked.tree.files, { color: false, width: 120 });
}

function roundOf(exitCode: number | null, text: string | null, diagnostics: readonly Diagnostic[]): RoundReport {
  const count = (severity: Diagnostic['severity']) =>
    countEach(diagnostics.filter((found) => found.severity === severity).map(({ code }) => code));
  return {
    exitCode,
    documentBytes: text === null ? null : Buffer.byteLength(text),
    errors: count('error'),
    warnings: count('warning'),
    gaps: count('gap'),
    hints: count('hint'),
  };
}

/** How often each text is there. */
export function countEach(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

async function tryChecks(brief: Brief, plan: Plan | null, createDatabase: CreateDatabase): Promise<ChecksReport> {
  const of = brief.checks.filter(isCheck).length;
  if (plan === null) return { passed: 0, of, failed: [] };
  const failed: FailedCheck[] = [];
  let tried = 0;
  try {
    for await (const { row, expected, found } of trySteps(plan, brief.checks, createDatabase)) {
      if (brief.checks.some((step) => step.row === row && isCheck(step))) tried += 1;
      if (!isSo({ expected, found })) failed.push({ row, expected: shown(expected), found: shown(found) });
    }
  } catch (error) {
    // The product does not start, or a person of the brief is none of its people: what follows can't be tried.
    failed.push({ row: brief.checks[tried]?.row ?? '', expected: 'an answer', found: String(error) });
  }
  return { passed: Math.max(0, tried - failed.filter(({ expected }) => expected !== 'an answer').length), of, failed };
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, MOST_SHOWN);
}

/** @throws Error if the file is there, and is no object of counts. */
function usageIn(folder: string): AgentUsage | null {
  const text = readIf(path.join(folder, 'usage.json'));
  if (text === null) return null;
  const stated: unknown = JSON.parse(text);
  if (
    typeof stated !== 'object' ||
    stated === null ||
    Object.values(stated).some((value) => !Number.isSafeInteger(value))
  )
    throw new Error(`usage.json of ${folder} is no object of whole numbers: ${shown(stated)}`);
  return stated;
}

function readIf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
