import { useTranslation } from 'react-i18next';

import { ErrorState } from '../ui/States.tsx';
import { type CardRead, CardState } from './CardState.tsx';

interface RowStateProps {
  read: CardRead<unknown>;
  /** What it means here that the row is not in its list any more. */
  gone?: string;
}

/** The card of a list's row, read by its list, when the row is not there: not yet, not any more, or unreadable. */
export function RowState({ read, gone }: RowStateProps) {
  const { t } = useTranslation('card');
  if (!read.data || read.isFetching) return <CardState read={{ ...read, data: undefined }} />;
  return <ErrorState title={t('gone')}>{gone ?? t('goneHelp')}</ErrorState>;
}
