import { createHash } from 'node:crypto';

/** A released file. */
export interface Artifact {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface Source {
  /** The commit of which the files were built. */
  readonly commit: string;
  readonly tag: string;
  /** The address of the repository; null if it has none. */
  readonly repository: string | null;
  /** The content of the lockfile, which names all libraries with their hashes. */
  readonly lockfile: Uint8Array;
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The lines that `sha256sum --check` reads. */
export function checksums(artifacts: readonly Artifact[]): string {
  return artifacts.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('');
}

/**
 * A statement of how the files were built: in-toto's statement, version 1, with SLSA's provenance, version 1
 * (slsa.dev/spec/v1.0/provenance). It is not signed: who publishes the files signs it with a key of their own. It names
 * no time and no machine, so that whoever builds the commit again gets the same.
 */
export function provenance(artifacts: readonly Artifact[], { commit, tag, repository, lockfile }: Source): object {
  const source = repository === null ? { name: tag } : { uri: `git+${repository}@refs/tags/${tag}` };
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artifacts.map(({ name, content }) => ({ name, digest: { sha256: sha256(content) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:nonet:release:1',
        externalParameters: { command: `npm run release -- ${tag.slice(1)}`, ref: `refs/tags/${tag}` },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          { ...source, digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: sha256(lockfile) } },
        ],
      },
      runDetails: { builder: { id: repository ?? 'local' } },
    },
  };
}

/** A list of npm's that says the same whenever it is written: its time is that of the commit, its number a hash. */
export function reproducibleSbom(text: string, time: string): string {
  const { serialNumber: _random, ...sbom } = JSON.parse(text) as { serialNumber?: string; metadata?: object };
  const dated = { ...sbom, metadata: { ...sbom.metadata, timestamp: time } };
  const hash = sha256(Buffer.from(JSON.stringify(dated)));
  // A UUID of the form for hashes of one's own choice (RFC 9562, 5.8).
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
  return `${JSON.stringify({ ...dated, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`;
}
