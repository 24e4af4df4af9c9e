import type { FieldView } from '@nonet/client';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { client } from '../../data/client.ts';
import { useEntity, useProduct } from '../../data/product.ts';
import { addressAfter } from '../../data/routes.ts';
import { useSession } from '../../data/session.ts';
import { GeneralActions } from '../../parts/general-actions.tsx';
import { RecordForm } from '../../parts/record-form.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';
import type { ScreenProps } from '../screen.ts';

/** Creates an account: a user's fields, and a password. The new user is signed in. */
export default function SignUpScreen({ screen }: ScreenProps) {
  const words = useWords();
  const product = useProduct();
  const entity = useEntity(screen.entity);
  const session = useSession();
  const navigate = useNavigate();
  const search: Record<string, string> = useSearch({ strict: false });
  const next = addressAfter(search['next']);
  if (product.user) return <Navigate to={next} replace ignoreBlocker />;

  const password: FieldView = {
    name: 'password',
    label: words.password,
    clause: screen.clause,
    kind: 'secret',
    meaning: words.passwordLength(product.settings.passwordLength),
    picker: null,
    group: null,
    required: true,
    onCreate: true,
    onUpdate: false,
    minimum: null,
    maximum: null,
    computed: false,
    when: null,
    defaultValue: null,
    defaultIsComputed: false,
    default: null,
    choices: null,
    entity: null,
    currency: null,
    scale: null,
    fileTypes: null,
  };
  const groups = screen.groups.map(({ label, columns }) => ({ label, fields: columns.map(({ field }) => field) }));
  return (
    <ScreenFrame screen={screen} title={screen.name} loaded actions={<GeneralActions screen={screen} />}>
      <RecordForm
        groups={[...groups, { label: null, fields: [password] }]}
        entity={entity}
        version={null}
        submitLabel={words.signUp}
        onCancel={(forget) => {
          forget();
          void navigate({ to: '/' });
        }}
        save={async (values) => {
          const { user } = await client.signUp(values);
          return { id: user?.id ?? '', _title: user?.name ?? '' };
        }}
        onSaved={() => void session.arrive(next)}
      />
    </ScreenFrame>
  );
}
