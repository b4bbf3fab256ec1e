import '../ui/PickList.css';
import { useTranslation } from 'react-i18next';

import type { BulkFailure } from '#kernel/bulk.ts';

import { Alert } from '../ui/Alert.tsx';
import { refusalText } from './refusal.ts';

interface ReasonsProps {
  title: string;
  failed: readonly BulkFailure[];
  /** What a row is called; its id when left out. */
  nameOf?: (id: string) => string;
}

const same = (id: string): string => id;

/** The rows of an act on many that were refused, each with its reason. */
export function Reasons({ title, failed, nameOf = same }: ReasonsProps) {
  const { t } = useTranslation(['errors', 'form']);
  if (failed.length === 0) return null;
  return (
    <Alert tone="warning" title={title} isLive>
      <ul className="ui-reasons">
        {failed.map(({ id, code, params }) => (
          <li key={id}>
            <strong>{nameOf(id)}</strong>: {refusalText({ code, params, fields: [], traceId: '' }, t)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
