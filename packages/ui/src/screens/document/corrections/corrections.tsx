import { FileInput, Loader, Text, Title } from '@mantine/core';
import type { CorrectionsBody, CorrectionsView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correctionsQuery } from '../../../data/queries.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { WithCode } from '../../../parts/with-code.tsx';
import { useVersionWords } from '../../../words/version-words.ts';
import { ClauseLink } from '../clause-link.tsx';
import classes from './corrections.module.css';
import { CorrectionProblem } from './correction-problem.tsx';

/**
 * The records that people have to correct: for the document in use, those that lack what it asks of new ones; for another document,
 * which is not kept, those that it has no place for.
 */
export default function Corrections() {
  const words = useVersionWords();
  const [document, setDocument] = useState<CorrectionsBody | null>(null);
  const { data, error, refetch, isFetching } = useQuery(correctionsQuery(document));
  const choose = async (files: readonly File[]) => {
    const read = files.map(async (file) => ({ path: file.name, text: await file.text() }));
    setDocument(read.length === 0 ? null : { files: await Promise.all(read) });
  };
  return (
    <div className={classes.whole}>
      <Text size="sm" mb="sm">
        <WithCode text={words.correctionsIntro} />
      </Text>
      <FileInput
        multiple
        clearable
        clearButtonProps={{ 'aria-label': words.remove }}
        className={classes.file}
        label={words.otherDocument}
        description={words.otherDocumentHint}
        placeholder={words.chooseFile}
        accept=".md,text/markdown"
        onChange={(files) => void choose(files)}
      />
      <div aria-live="polite">
        {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
        {isFetching && !data && <Loader size="sm" mt="md" aria-label={words.loading} />}
        {data && <Found view={data} document={document} />}
      </div>
    </div>
  );
}

function Found({ view, document }: { view: CorrectionsView; document: CorrectionsBody | null }) {
  const words = useVersionWords();
  const { errors, problems, left_to_document: left } = view;
  if (errors.length > 0)
    return (
      <section className={classes.section}>
        <Title order={2}>{words.documentHasErrors}</Title>
        <ul className={classes.errors}>
          {errors.map(({ code, file, line, column, message }) => (
            <li key={`${code} ${file} ${line} ${column} ${message}`}>
              {file}:{line}:{column} {code} <WithCode text={message} />
            </li>
          ))}
        </ul>
      </section>
    );
  if (problems.length + left.length === 0)
    return (
      <Text size="sm" mt="md">
        {document === null ? words.nothingToCorrect : words.everythingHasPlace}
      </Text>
    );
  return (
    <>
      {problems.map((problem) => (
        <CorrectionProblem key={`${problem.entity} ${problem.field} ${problem.message}`} problem={problem} />
      ))}
      {left.length > 0 && (
        <section className={classes.section}>
          <Title order={2}>{words.leftToDocument}</Title>
          <ul className={classes.errors}>
            {left.map(({ clause, message, remedy }) => (
              <li key={`${clause} ${message}`}>
                <ClauseLink clause={clause}>{clause}</ClauseLink>: <WithCode text={message} />
                {remedy !== null && (
                  <Text span size="sm" c="dimmed" display="block">
                    <WithCode text={remedy} />
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
