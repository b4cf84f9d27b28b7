import { useTranslation } from 'react-i18next';

/** Grey lines in the place of rows until the first answer; as high as the rows will be. */
export function TableSkeleton({ lines }: { lines: number }) {
  const { t } = useTranslation();
  return (
    <div className="data-table-skeleton" role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <div key={line} style={{ inlineSize: `${92 - ((line * 37) % 30)}%` }} />
      ))}
    </div>
  );
}
