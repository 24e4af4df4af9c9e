import { type ReadPaper, titleOfPaper } from '@nonet/engine';
import { message, messageFormatIn, type Plan } from '@nonet/language';
import { brandName } from '../brand/brand.ts';
import { paperLine, paperTree } from './paper-tree.ts';
import { printable } from './printable.ts';
import type { ToSet } from './typesetter.ts';

/** The colour of headings where the document states none. */
const INK = '#1a1a1a';
const LONGEST_TITLE = 200;
const SIZES: Readonly<Record<ReadPaper['size'], string>> = {
  a3: 'a3',
  a4: 'a4',
  a5: 'a5',
  a6: 'a6',
  letter: 'us-letter',
  legal: 'us-legal',
};

/** A paper in the form of the typesetter. Equal papers of one plan are equal texts. */
export function paperToSet(plan: Plan, paper: ReadPaper): Omit<ToSet, 'id'> {
  const around = { language: paper.language, leftOut: leftOutWords(paper) };
  const { language, region } = new Intl.Locale(paper.language);
  const picture = paper.logo === null ? null : pictureIn(paper.logo);
  return {
    picture,
    paper: JSON.stringify({
      title: printable(titleOfPaper(paper), LONGEST_TITLE),
      author: printable(brandName(plan), LONGEST_TITLE),
      language,
      region: region ?? null,
      colour: plan.settings.brandColour ?? INK,
      size: SIZES[paper.size],
      landscape: paper.isLandscape,
      logo: picture === null ? null : picture.path,
      header: paper.header === null ? null : paperLine(paper.header, around),
      footer: paper.footer === null ? null : paperLine(paper.footer, around),
      body: paperTree(paper.body, around),
    }),
  };
}

/** The words of a paper as text: the Markdown of the document with the values in it. */
export function textOf(paper: ReadPaper): string {
  const leftOut = leftOutWords(paper);
  return paper.body
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('value' in piece) return piece.value;
      return 'leftOut' in piece ? `[${leftOut}]` : '';
    })
    .join('');
}

function leftOutWords({ language }: ReadPaper): string {
  return messageFormatIn(language).message(message('leftOut'));
}

function pictureIn(address: string): ToSet['picture'] {
  const [, type, content] = /^data:image\/(svg\+xml|png);base64,(.*)$/s.exec(address) ?? [];
  if (type === undefined || content === undefined) return null;
  return { path: `/logo.${type === 'png' ? 'png' : 'svg'}`, content: Buffer.from(content, 'base64') };
}
