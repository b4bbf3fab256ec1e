import { ExclamationmarkTriangleFillIcon } from '@navikt/aksel-icons';

interface ChoiceNotesProps {
  id: string;
  hint: string | undefined;
  error: string | undefined;
}

/** Help and error under a choice, read together with it. */
export function ChoiceNotes({ id, hint, error }: ChoiceNotesProps) {
  if (hint === undefined && error === undefined) return <span id={id} hidden />;
  return (
    <div id={id} className={error === undefined ? 'ui-hint' : 'ui-error'}>
      {error !== undefined && <ExclamationmarkTriangleFillIcon aria-hidden />}
      <span>{error ?? hint}</span>
    </div>
  );
}
