/** How far back a search for a text has been, and the way further; a text is looked for in spans. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ltrText } from '../../../lib/ltr-text.ts';
import type { SearchedFrom } from '../api/use-audit.ts';

interface SearchedLineProps {
  from: SearchedFrom;
  /** The search went on from here (ms); undefined: it began with the newest. */
  before: number | undefined;
  onBefore: (before: number | undefined) => void;
}

export function SearchedLine({ from, before, onBefore }: SearchedLineProps) {
  const { t } = useTranslation('audit');
  // Empty it stays, so that what comes into it is read out.
  return (
    <div className="audit-searched">
      <p aria-live="polite">
        {before !== undefined && <span>{t('audit:searched.newer')} </span>}
        {from !== null && <span>{t('audit:searched.back', { time: ltrText(from.time) })}</span>}
      </p>
      {before !== undefined && (
        <Button onClick={() => onBefore(undefined)}>{t('audit:searched.newest')}</Button>
      )}
      {/* Last, so that it stays where it is for who asks for it again and again. */}
      {from !== null && (
        <Button onClick={() => onBefore(from.ts)}>{t('audit:searched.further')}</Button>
      )}
    </div>
  );
}
