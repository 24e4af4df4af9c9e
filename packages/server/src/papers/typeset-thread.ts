import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { withClaims } from './pdf-claims.ts';
import { PAPER_PROGRAM } from './paper-program.ts';
import type { SetPaper, ToSet } from './typesetter.ts';

type Typst = typeof import('@myriaddreamin/typst-ts-web-compiler');

const PROGRAM = '/paper.typ';

const resolveFrom = createRequire(import.meta.url);
const TYPST = '@myriaddreamin/typst-ts-web-compiler';

/** The faces of the fonts that papers are set in: the package, and the file of each. */
const FONTS: readonly (readonly [font: string, ...faces: readonly string[]])[] = [
  [
    'noto-sans',
    '400Regular/NotoSans_400Regular',
    '400Regular_Italic/NotoSans_400Regular_Italic',
    '700Bold/NotoSans_700Bold',
    '700Bold_Italic/NotoSans_700Bold_Italic',
  ],
  ['noto-sans-arabic', '400Regular/NotoSansArabic_400Regular', '700Bold/NotoSansArabic_700Bold'],
  ['noto-sans-hebrew', '400Regular/NotoSansHebrew_400Regular', '700Bold/NotoSansHebrew_700Bold'],
  ['noto-emoji', '400Regular/NotoEmoji_400Regular'],
];

async function startCompiler() {
  const typst = (await import(TYPST)) as Typst;
  const { memory } = typst.initSync({ module: readFileSync(resolveFrom.resolve(`${TYPST}/wasm`)) });
  const builder = new typst.TypstCompilerBuilder();
  // It reads no file and fetches nothing: it has only what is given to it here.
  builder.set_dummy_access_model();
  for (const [font, ...faces] of FONTS) {
    const folder = path.dirname(resolveFrom.resolve(`@expo-google-fonts/${font}/package.json`));
    for (const face of faces) await builder.add_raw_font(readFileSync(path.join(folder, `${face}.ttf`)));
  }
  const compiler = await builder.build();
  compiler.add_source(PROGRAM, PAPER_PROGRAM);
  return { compiler, memory };
}

const started = startCompiler();

async function set({ id, paper, picture }: ToSet): Promise<SetPaper> {
  const { compiler, memory } = await started;
  if (picture !== null) compiler.map_shadow(picture.path, picture.content);
  const { result, diagnostics } = compiler.compile(PROGRAM, [['paper', paper]], 'pdf', 2) as {
    readonly result?: Uint8Array;
    readonly diagnostics?: readonly unknown[];
  };
  return result === undefined
    ? { id, fault: JSON.stringify(diagnostics ?? []) }
    : { id, pdf: withClaims(result), bytes: memory.buffer.byteLength };
}

parentPort?.on('message', (asked: ToSet) => {
  set(asked).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => parentPort?.postMessage({ id: asked.id, fault: String(error) } satisfies SetPaper),
  );
});
