/** Number of selected items, and the button to move them. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface ChoiceBarProps {
  readonly count: number;
  readonly onPage: () => void;
  readonly onClear: () => void;
  readonly onMove: () => void;
}

/** Max items in one move. */
export const MAX_MOVED = 1_000;

export function ChoiceBar({ count, onPage, onClear, onMove }: ChoiceBarProps) {
  const { t } = useTranslation('groups');
  return (
    <span className="row">
      <span role="status">{t('groups:chosen', { count })}</span>
      <Button onClick={onPage}>{t('groups:choose-page')}</Button>
      <Button disabled={count === 0} onClick={onClear}>
        {t('groups:choose-none')}
      </Button>
      <Button type="primary" disabled={count === 0 || count > MAX_MOVED} onClick={onMove}>
        {t('groups:move-to')}
      </Button>
    </span>
  );
}
