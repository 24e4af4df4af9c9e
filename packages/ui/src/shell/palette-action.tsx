import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { MarkedText } from '../parts/marked-text.tsx';

const { classes } = Spotlight.Action;

/** An item of the palette with its words marked that are typed; the library marks only the whole text as it stands. */
export function withMarks(action: SpotlightActionData, typed: string): SpotlightActionData {
  const { label = '', description, leftSection } = action;
  return {
    ...action,
    children: (
      <>
        {leftSection !== undefined && (
          <span className={classes.actionSection} data-position="left" data-dimmed>
            {leftSection}
          </span>
        )}
        <span className={classes.actionBody}>
          <span className={classes.actionLabel}>
            <MarkedText text={label} search={typed} />
          </span>
          <span className={classes.actionDescription}>{description}</span>
        </span>
      </>
    ),
  };
}
