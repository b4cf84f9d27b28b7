/** Status of a line: verified, different, or edited and unsaved. */
import { CheckCircleFilled, CloseCircleFilled, EditFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { RowMark as Mark } from '../form-rows.ts';

const ICONS = {
  verified: CheckCircleFilled,
  different: CloseCircleFilled,
  edited: EditFilled,
} as const;

export function RowMark({ mark }: { mark: Mark }) {
  const { t } = useTranslation('protection');
  if (mark === 'none') return null;
  const Icon = ICONS[mark];
  return (
    <span className="row-mark text-small nowrap" data-mark={mark}>
      <Icon aria-hidden /> {t(`protection:mark.${mark}`)}
    </span>
  );
}
