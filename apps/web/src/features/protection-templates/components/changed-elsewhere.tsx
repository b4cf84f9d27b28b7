/** Conflict: another user saved the open template; this user loads or overwrites that version. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Template } from './template-list.tsx';

interface ChangedElsewhereProps {
  readonly template: Template;
  /** Loads the other user's version and discards the edits. */
  readonly onTheirs: () => void;
  /** Retains the edits, which overwrite the other version when saved. */
  readonly onMine: () => void;
}

export function ChangedElsewhere({ template, onTheirs, onMine }: ChangedElsewhereProps) {
  const { t } = useTranslation('protection-templates');
  const { zone } = useRequiredSession().user;
  const text = t('protection-templates:editor.changed', {
    user: `\u2068${template.changed_by}\u2069`,
    time: `\u2066${formatMoment(template.changed_at, zone)}\u2069`,
  });
  const choice = (
    <div className="row inset">
      <Button size="small" onClick={onTheirs}>
        {t('protection-templates:editor.theirs')}
      </Button>
      <Button size="small" onClick={onMine}>
        {t('protection-templates:editor.mine')}
      </Button>
    </div>
  );
  return <Alert type="warning" showIcon title={text} description={choice} role="alert" />;
}
