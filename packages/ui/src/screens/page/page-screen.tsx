import { GeneralActions } from '../../parts/general-actions.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import type { ScreenProps } from '../screen.ts';

/** The screen's own prose. */
export default function PageScreen({ screen }: ScreenProps) {
  return (
    <ScreenFrame screen={screen} title={screen.name} loaded actions={<GeneralActions screen={screen} />}>
      <Markdown text={screen.body} />
    </ScreenFrame>
  );
}
