import { referenceOf } from '../list/ListStates.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';

/** What is shown of a reading that has not come; `useRead` answers with one. */
export interface Reading {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface ReadStateProps {
  read: Reading;
  /** What could not be fetched: "Øktene kunne ikke hentes". */
  failed: string;
  /** Of the skeleton. */
  lines?: number;
}

/** In place of what is read until it has come: its shape, or that it could not be fetched. */
export function ReadState({ read, failed, lines = 8 }: ReadStateProps) {
  if (!read.error) return <SkeletonLines lines={lines} />;
  return (
    <ErrorState
      title={failed}
      onRetry={() => void read.refetch()}
      isRetrying={read.isFetching}
      reference={referenceOf(read.error)}
    />
  );
}
