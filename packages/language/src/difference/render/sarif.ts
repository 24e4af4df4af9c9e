import { itemAt } from '../../collections.ts';
import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import { fingerprint } from '../../diagnostics/render/fingerprint.ts';
import type { Difference, DifferenceEffect, DifferencePlace } from '../difference.ts';
import type { DifferencesReport } from '../report.ts';
import { detailsOf, EFFECT_WORDS, type NameFile, sentenceOf } from './words.ts';

const LEVELS: Readonly<Record<DifferenceEffect, 'error' | 'warning' | 'note'>> = {
  lost: 'error',
  wider: 'warning',
  undecided: 'warning',
  breaking: 'warning',
  stricter: 'warning',
  narrower: 'note',
  behaviour: 'note',
  compatible: 'note',
};

/**
 * Differences as a SARIF 2.1.0 log, for code scanning: at their place in the new document; a removed part at the
 * beginning of the document. Changes of mere wording are left out. A result keeps its fingerprint while other parts of
 * the document change.
 */
export function renderDifferencesSarif(
  report: DifferencesReport,
  options: {
    readonly version: string;
    readonly nameFormer: NameFile;
    readonly nameNew: NameFile;
    readonly newFile: string;
  },
): string {
  const differences = report.differences.filter(({ kind }) => kind !== 'wording');
  const ids = [...new Set(differences.map(ruleIdOf))].toSorted();
  const seen = new Map<string, number>();
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Nonet', semanticVersion: options.version, rules: rulesOf(differences, ids) } },
        columnKind: 'unicodeCodePoints',
        results: differences.map((difference): Result => {
          const { clause, effect, formerPlace, newPlace } = difference;
          const id = ruleIdOf(difference);
          const identity = fingerprint(`${id} ${clause}`);
          const occurrence = (seen.get(identity) ?? 0) + 1;
          seen.set(identity, occurrence);
          const known = `${identity}:${occurrence}`;
          const here = newPlace ?? { file: options.newFile, line: 1 };
          return {
            ruleId: id,
            ruleIndex: ids.indexOf(id),
            level: LEVELS[effect],
            message: { text: [sentenceOf(difference), ...detailsOf(difference)].join(' ') },
            locations: [{ ...locationOf(here, options.nameNew), logicalLocations: [{ fullyQualifiedName: clause }] }],
            ...(formerPlace !== null && {
              relatedLocations: [
                {
                  id: 1,
                  ...locationOf(formerPlace, options.nameFormer),
                  message: { text: `formerly, in ${report.former.name}` },
                },
              ],
            }),
            partialFingerprints: { primaryLocationLineHash: known, 'nonetClause/v1': known },
          };
        }),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** `permission/wider`, `api/request-property-became-required`. */
function ruleIdOf({ kind, effect, apiClass }: Difference): string {
  return `${kind.replaceAll(' ', '-')}/${apiClass ?? effect}`;
}

function rulesOf(differences: readonly Difference[], ids: readonly string[]): ReportingDescriptor[] {
  return ids.map((id) => {
    const { effect, kind } = itemAt(
      differences.filter((difference) => ruleIdOf(difference) === id),
      0,
    );
    const about = kind === 'api' ? 'API' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const text = `${about}: ${EFFECT_WORDS[effect]}`;
    return { id, shortDescription: { text }, defaultConfiguration: { level: LEVELS[effect] }, properties: { effect } };
  });
}

function locationOf({ file, line }: DifferencePlace, name: NameFile): Location {
  const uri = name(file).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
}
