/** The list page by page, for those who would rather turn pages than scroll. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { type DrawnProps } from './body.ts';
import { type AnyPage, keyOf } from './definition.ts';
import { Failed } from './ListStates.tsx';
import { setPageSize, usePageSize } from './page-size.ts';
import { PageFoot } from './PageFoot.tsx';
import { PlainTable } from './PlainTable.tsx';
import { readOptions } from './read.ts';

export function Paged(props: DrawnProps) {
  const { list, address, change, rows, chosen } = props;
  const pageSize = usePageSize();
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...readOptions<AnyPage>(props.route, { ...props.question, page: address.page, pageSize }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PlainTable
        label={props.texts('title')}
        columns={props.columns}
        content={props.content}
        rows={data?.Items ?? []}
        keyOf={(row) => keyOf(list, row)}
        total={rows.total}
        isBusy={!data || isPlaceholderData}
        isSelectable={props.isSelectable}
        selection={chosen.selection}
        onToggle={chosen.onToggleRow}
        onToggleAll={chosen.onToggleAll}
        onSort={props.onSort}
        hrefOf={props.hrefOf}
        onOpen={props.onOpen}
        openKey={address.open}
      />
      <PageFoot
        page={address.page}
        pageSize={pageSize}
        total={rows.total}
        onPage={(page) => change({ page })}
        onPageSize={(size) => {
          setPageSize(size);
          // Whoever was first on the screen still is on it.
          change({ page: Math.floor(((address.page - 1) * pageSize) / size) + 1 });
        }}
      />
    </>
  );
}
