import './FileDrop.css';
import './Field.css';
import { ExclamationmarkTriangleFillIcon, FileImportIcon } from '@navikt/aksel-icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface FileDropProps {
  /** What to choose: "Velg en PIFU-fil". */
  label: string;
  hint?: string;
  error?: string | undefined;
  /** As the accept attribute: ".xml,.zip". */
  accept?: string;
  isDisabled?: boolean;
  onChoose: (file: File) => void;
}

/** One file, chosen or dropped. It is a file input over the whole area, so keyboard and screen reader just work. */
export function FileDrop({ label, hint, error, accept, isDisabled = false, onChoose }: FileDropProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [name, setName] = useState<string>();
  return (
    <div className="ui-field">
      <div className="ui-drop" data-over={isOver || undefined}>
        <FileImportIcon aria-hidden />
        <label htmlFor={id}>{label}</label>
        <span className="ui-hint" id={`${id}-hint`}>
          {name ?? `${t('orDrop')}${hint === undefined ? '' : ` ${hint}`}`}
        </span>
        <input
          id={id}
          type="file"
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error !== undefined}
          accept={accept}
          disabled={isDisabled}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (!file) return;
            setName(file.name);
            onChoose(file);
            // The same file can be chosen again after it has been mended.
            event.target.value = '';
          }}
        />
      </div>
      <div id={`${id}-error`} role="alert" className={error === undefined ? undefined : 'ui-error'}>
        {error !== undefined && <ExclamationmarkTriangleFillIcon aria-hidden />}
        {error}
      </div>
    </div>
  );
}
