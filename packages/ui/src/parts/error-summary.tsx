import { Anchor, List, Text } from '@mantine/core';
import type { FieldProblem } from '@nonet/client';
import { focusPlace, placeId } from '../fields/place.ts';
import { placedMessage } from '../fields/places.ts';
import { useWords } from '../words/words.ts';
import { ProblemAlert } from './problem-alert.tsx';
import type { Refusal } from './use-refusal.ts';
import { AskWhy } from './why.tsx';

interface ErrorSummaryProps {
  error: unknown;
  refusal: Refusal;
  /** The form whose inputs it leads to. */
  form: string;
}

/**
 * Why a form was refused: each error of an input links to it until the input changes; errors of the whole form are
 * listed separately.
 */
export function ErrorSummary(props: ErrorSummaryProps) {
  // Hidden, and not removed, when all errors are corrected: showing it again would take the focus from the input.
  return (
    <div hidden={props.refusal.answered}>
      <Summary {...props} />
    </div>
  );
}

function Summary({ error, refusal: { entries, others }, form }: ErrorSummaryProps) {
  const words = useWords();
  const count = entries.length + others.length;
  const title = count > 0 ? { title: words.errorSummary(count) } : {};
  if (entries.length === 0) return <ProblemAlert focus error={error} listed={others} {...title} />;
  return (
    <ProblemAlert focus error={error} {...title}>
      <List size="sm">
        {entries.map((entry) => (
          <List.Item key={keyOf(entry.problem, entry.path)}>
            <Entry form={form} path={entry.now} text={placedMessage(entry)} />{' '}
            {entry.problem.clause && <AskWhy clause={entry.problem.clause} />}
          </List.Item>
        ))}
      </List>
      {others.length > 0 && (
        <>
          <Text size="sm" fw={500} mt="xs">
            {words.aboutWhole}
          </Text>
          <List size="sm">
            {others.map((problem) => (
              <List.Item key={keyOf(problem, '')}>
                {problem.message} {problem.clause && <AskWhy clause={problem.clause} />}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </ProblemAlert>
  );
}

function Entry({ form, path, text }: { form: string; path: string; text: string }) {
  return (
    <Anchor
      inherit
      c="inherit"
      underline="always"
      href={`#${placeId(form, path)}`}
      onClick={(event) => {
        event.preventDefault();
        focusPlace(form, path);
      }}
    >
      {text}
    </Anchor>
  );
}

function keyOf({ field, code, clause, message }: FieldProblem, path: string): string {
  return `${path} ${field} ${code} ${clause} ${message}`;
}
