/** Read-only settings of a tower, with the actions to edit and delete it. */

import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useTowerChanges, useTowerSettings } from '../api/use-towers.ts';
import { draftOf, FIGURE_UNITS, FIGURES } from '../tower-draft.ts';
import { PeriodsBar } from './periods-bar.tsx';
import { StandbyTexts } from './tower-branch.tsx';
import { TowerFormDialog } from './tower-form-dialog.tsx';

export function TowerSettingsPanel({ id, onRemoved }: { id: number; onRemoved: () => void }) {
  const { t } = useTranslation(['towers', 'errors']);
  const { tag } = useLanguage();
  const { data: tower, error, refetch } = useTowerSettings(id);
  const mayControl = useMay('project.write');
  const send = useTowerChanges();
  const [open, setOpen] = useState<'change' | 'remove'>();
  const close = () => setOpen(undefined);
  if (tower === undefined) return <QueryState query={{ error, refetch }} lines={6} />;
  const { figures } = draftOf(tower, undefined);
  return (
    <div className="stack">
      {mayControl && tower.users.every(({ hidden }) => !hidden) && (
        <div className="tower-settings__tools row align-end gap-wide">
          <Button onClick={() => setOpen('change')}>{t('towers:form.change')}</Button>
          <Button danger onClick={() => setOpen('remove')}>
            {t('towers:remove.open')}
          </Button>
        </div>
      )}
      <Facts
        rows={[
          [t('towers:project'), <bdi key="project">{tower.project_name}</bdi>],
          [t('towers:form.device'), <bdi key="device">{tower.device_name}</bdi>],
          ...FIGURES.map(
            (figure) =>
              [
                t(`towers:figure.${figure}`),
                <bdi key={figure} className="ltr">
                  {withUnit(formatShort(figures[figure] ?? 0, 6, tag), FIGURE_UNITS[figure], tag)}
                </bdi>,
              ] as const,
          ),
        ]}
      />
      {tower.users.map((user) => (
        <section key={user.slot} className="tower-settings__user stack gap-0">
          <h3>
            {user.slot} · <bdi>{user.name}</bdi>
          </h3>
          <Facts
            rows={[
              [
                t('towers:user.breaker'),
                user.hidden ? (
                  t('errors:reason.tower-breaker-hidden')
                ) : (
                  <bdi key="breaker">{user.device_name}</bdi>
                ),
              ],
              [t('towers:user.priority'), String(user.priority)],
              [t('towers:user.standby'), <StandbyTexts key="standby" user={user} />],
            ]}
          />
          <PeriodsBar periods={user.periods} name={t('towers:user.periods')} />
        </section>
      ))}
      {open === 'change' && <TowerFormDialog tower={tower} onClose={close} />}
      {open === 'remove' && (
        <DeleteDialog
          title={t('towers:remove.title', { name: tower.name })}
          saveLabel={t('towers:remove.confirm')}
          done={t('towers:remove.done')}
          onSave={() => send('v2.tower-device.delete', { params: { id: String(id) } })}
          onSaved={onRemoved}
          onClose={close}
        >
          <p>{t('towers:remove.body')}</p>
        </DeleteDialog>
      )}
    </div>
  );
}
