import { expect, test } from 'vitest';
import { checksums, provenance, reproducibleSbom } from './release/provenance.ts';
import { isLater, isVersion, releasedChangelog, withVersion } from './release/versions.ts';

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.9', '0.2.0', false],
])('whether %s comes after %s: %s', (version, than, later) => {
  expect(isLater(version, than)).toBe(later);
});

test.each(['1', '1.0', 'v1.0.0', '01.0.0', '1.0.0-beta', ''])('“%s” is no version of a release', (text) => {
  expect(isVersion(text)).toBe(false);
});

test('packages of the repository get the version, libraries of the same version do not', () => {
  const text = JSON.stringify(
    {
      name: '@nonet/engine',
      version: '0.1.0',
      dependencies: { '@nonet/language': '0.1.0', other: '0.1.0' },
      packages: { '': { name: 'nonet', version: '0.1.0' }, 'node_modules/other': { version: '0.1.0' } },
    },
    null,
    2,
  );
  expect(JSON.parse(withVersion(text, '0.1.0', '0.2.0'))).toEqual({
    name: '@nonet/engine',
    version: '0.2.0',
    dependencies: { '@nonet/language': '0.2.0', other: '0.1.0' },
    packages: { '': { name: 'nonet', version: '0.2.0' }, 'node_modules/other': { version: '0.1.0' } },
  });
});

test('what is unreleased becomes the section of the version, and a new one begins', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- **New.**\n\n## 0.1.0 (2026-01-01)\n\n- First.\n';
  expect(releasedChangelog(text, '0.2.0', '2026-11-27')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-27)\n\n- **New.**\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
  );
  expect(releasedChangelog('# Changelog\n\n## Unreleased\n\n## 0.1.0\n', '0.2.0', '2026-11-27')).toBeNull();
});

const FILES = [{ name: 'nonet.tgz', content: Buffer.from('abc') }];
// The example of FIPS 180-2, B.1.
const HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('the checksums are those that `sha256sum --check` reads', () => {
  expect(checksums(FILES)).toBe(`${HASH}  nonet.tgz\n`);
});

test('the provenance names each file, the commit and the lockfile by their hashes', () => {
  const source = { commit: 'a1b2', tag: 'v0.2.0', repository: null, lockfile: Buffer.from('abc') };
  expect(provenance(FILES, source)).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'nonet.tgz', digest: { sha256: HASH } }],
    predicate: {
      buildDefinition: {
        externalParameters: { command: 'npm run release -- 0.2.0' },
        resolvedDependencies: [{ digest: { gitCommit: 'a1b2' } }, { digest: { sha256: HASH } }],
      },
    },
  });
});

test('two lists of the same components are the same', () => {
  const sbom = (serialNumber: string, timestamp: string) =>
    JSON.stringify({ bomFormat: 'CycloneDX', serialNumber, metadata: { timestamp, tools: [] }, components: [] });
  const written = ['urn:uuid:1', 'urn:uuid:2'].map((id, at) => reproducibleSbom(sbom(id, `2026-0${at + 1}-01`), 'T'));
  expect(written[0]).toBe(written[1]);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    metadata: { timestamp: 'T', tools: [] },
  });
});
