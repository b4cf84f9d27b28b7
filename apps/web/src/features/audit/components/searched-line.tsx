/** Shows how far back a text search has reached, and continues it; the search runs in spans. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { Button } from 'antd';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchedFrom } from '../api/use-audit.ts';
import type { AuditWalk } from '../api/use-audit-walk.ts';

interface SearchedLineProps {
  /** The line takes the focus when the focused button disappears. */
  lineRef: Ref<HTMLParagraphElement>;
  from: SearchedFrom;
  /** The search continued from here (ms); undefined: it began with the newest entry. */
  before: number | undefined;
  walk: AuditWalk | undefined;
  onNewest: () => void;
  onFurther: (from: NonNullable<SearchedFrom>) => void;
  onStop: () => void;
}

export function SearchedLine(props: SearchedLineProps) {
  const { from, before, walk } = props;
  const { t } = useTranslation('audit');
  const isUnderWay = walk?.isUnderWay === true;
  // Rendered even if empty, so that new content of the live region is announced.
  return (
    <div className="audit-searched row to-end inset">
      <p className="grow-wide" ref={props.lineRef} role="status" tabIndex={-1}>
        {isUnderWay && from !== null ? (
          t('audit:searched.going', { time: ltrText(from.time), found: walk.rows.length })
        ) : (
          <>
            {before !== undefined && <span>{t('audit:searched.newer')} </span>}
            {from !== null && <span>{t('audit:searched.back', { time: ltrText(from.time) })}</span>}
            {before !== undefined && from === null && <span>{t('audit:searched.whole')}</span>}
          </>
        )}
      </p>
      {before !== undefined && !isUnderWay && (
        <Button onClick={props.onNewest}>{t('audit:searched.newest')}</Button>
      )}
      {/* A single button in the last position, so that it keeps its place and the focus. */}
      {from !== null && (
        <Button onClick={() => (isUnderWay ? props.onStop() : props.onFurther(from))}>
          {t(isUnderWay ? 'audit:searched.stop' : 'audit:searched.further')}
        </Button>
      )}
    </div>
  );
}
