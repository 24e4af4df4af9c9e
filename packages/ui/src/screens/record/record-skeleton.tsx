import { Skeleton, Stack, Title } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { useEntity } from '../../data/product.ts';
import { useWords } from '../../words/words.ts';
import { LoadingPlaceholder, NamelessFrame, RowsSkeleton } from '../skeleton.tsx';
import held from '../skeleton.module.css';
import classes from './record.module.css';

/** A placeholder for a record: its groups of fields, and its history beside them. */
export function RecordSkeleton({ screen }: { screen: ScreenView }) {
  const words = useWords();
  const entity = useEntity(screen.entity);
  return (
    <NamelessFrame screen={screen}>
      <div className={classes.layout}>
        <LoadingPlaceholder>
          <Stack gap="lg">
            {screen.groups.map(({ label, columns }) => (
              <div key={label}>
                {label !== null && (
                  <Title order={2} className={classes.groupTitle}>
                    {label}
                  </Title>
                )}
                <div className={classes.fields}>
                  {columns.map(({ clause }) => (
                    <div key={clause} className={held.value}>
                      <Skeleton h={10} w="40%" mt={4} />
                      <Skeleton h={14} w="75%" />
                    </div>
                  ))}
                </div>
              </div>
            ))}
          </Stack>
        </LoadingPlaceholder>
        {entity.history && (
          <div className={classes.history}>
            <Title order={2} className={classes.groupTitle}>
              {words.history}
            </Title>
            <RowsSkeleton rows={3} />
          </div>
        )}
      </div>
    </NamelessFrame>
  );
}
