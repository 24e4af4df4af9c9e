import { Anchor, Button, Table, Text, Title } from '@mantine/core';
import type { GapView } from '@nonet/client';
import { useState } from 'react';
import { lineId } from '../../format/line-id.ts';
import { WithCode } from '../../parts/with-code.tsx';
import { useLaterWords } from '../../words/later-words.ts';
import classes from './document.module.css';

const FIRST = 10;

/** The document's gaps: those with the most hits first, then in the document's order. */
export function Gaps({ gaps }: { gaps: readonly GapView[] }) {
  const words = useLaterWords();
  const [all, setAll] = useState(false);
  if (gaps.length === 0) return <Text mb="md">{words.noGaps}</Text>;
  const ordered = gaps.toSorted((one, other) => other.hits - one.hits);
  const folded = !all && gaps.length > FIRST + 1;
  return (
    <section className={classes.gaps}>
      <Title order={2} mb={4}>
        {words.gapsTitle} ({words.gaps(gaps.length)})
      </Title>
      <Table verticalSpacing={4} fz="sm">
        <caption className="visually-hidden">{words.gapsTitle}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.clause}</Table.Th>
            <Table.Th scope="col">{words.consequence}</Table.Th>
            <Table.Th scope="col" ta="end" className={classes.hits ?? ''}>
              {words.hits}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(folded ? ordered.slice(0, FIRST) : ordered).map((gap) => (
            <Table.Tr key={gap.clause}>
              <Table.Td>
                <Anchor size="sm" href={`#${lineId(gap.file, gap.line)}`} className={classes.clause}>
                  <Breakable text={gap.clause} />
                </Anchor>
              </Table.Td>
              <Table.Td>
                <WithCode text={gap.consequence} />
              </Table.Td>
              <Table.Td ta="end" className={classes.hits} data-never={gap.hits === 0 || undefined}>
                {gap.hits}
                <span className="visually-hidden">: {words.hitCount(gap.hits)}</span>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {folded && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setAll(true)}>
          {words.showAll(gaps.length)}
        </Button>
      )}
    </section>
  );
}

/** A clause may break between its parts, and not within one. */
function Breakable({ text }: { text: string }) {
  const dot = text.indexOf('.') + 1;
  if (dot === 0) return text;
  return (
    <>
      {text.slice(0, dot)}
      <wbr />
      <Breakable text={text.slice(dot)} />
    </>
  );
}
