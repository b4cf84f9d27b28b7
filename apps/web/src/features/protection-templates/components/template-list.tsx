/** List of templates with their contents and actions. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { setsIn } from '../template-draft.ts';

export type Template = Answer<'v2.protection-templates'>['data']['list'][number];

export interface TemplateListProps {
  readonly templates: readonly Template[];
  readonly mayControl: boolean;
  readonly onOpen: (template: Template) => void;
  readonly onRun: (kind: 'compare' | 'write', template: Template) => void;
  readonly onExport: (template: Template) => void;
  readonly onDelete: (template: Template) => void;
}

export function TemplateList({ templates, mayControl, ...props }: TemplateListProps) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const { zone } = useRequiredSession().user;
  return (
    <ul className="template-list surface bleed" aria-label={t('protection-templates:title')}>
      {templates.map((template) => (
        <li key={template.id} className="row gap-wide">
          <div className="stack gap-2 breakable grow-wide">
            <strong>
              <bdi>{template.name}</bdi>
            </strong>
            <span>
              {setsIn(template)
                .map((set) => t(`protection:tab.${set}`))
                .join(', ')}
            </span>
            <span className="faint text-small">
              <bdi>{template.changed_by}</bdi>,{' '}
              <bdi className="ltr">{formatMoment(template.changed_at, zone)}</bdi>
            </span>
          </div>
          <div className="row">
            <Button onClick={() => props.onOpen(template)}>
              {t(
                `protection-templates:action.${mayControl && template.changeable ? 'edit' : 'show'}`,
              )}
            </Button>
            {mayControl && (
              <>
                <Button onClick={() => props.onRun('compare', template)}>
                  {t('protection-templates:action.compare')}
                </Button>
                <Button onClick={() => props.onRun('write', template)}>
                  {t('protection-templates:action.write')}
                </Button>
              </>
            )}
            <Button onClick={() => props.onExport(template)}>
              {t('protection-templates:action.export')}
            </Button>
            {mayControl && template.changeable && (
              <Button danger onClick={() => props.onDelete(template)}>
                {t('protection-templates:action.delete')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
