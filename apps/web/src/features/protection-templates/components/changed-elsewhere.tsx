/** Somebody else has saved the template that is open here: theirs is looked at, or mine goes over it. */
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../lib/time-format.ts';
import { useRequiredSession } from '../../../lib/use-session.ts';
import type { Template } from './template-list.tsx';

interface ChangedElsewhereProps {
  readonly template: Template;
  /** What the other saved is shown; what was typed here is gone. */
  readonly onTheirs: () => void;
  /** What was typed here stays, to be saved over it. */
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
    <div className="template-editor__tools">
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
