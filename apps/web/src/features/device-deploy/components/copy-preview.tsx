/** Changes of a copy by part; only parts with changes that the user may copy can be selected. */
import { may } from '@busbar/domain/access/permission';
import { DEPLOY_PARTS, type DeployPart, PART_PERMISSIONS } from '@busbar/domain/deploy/deploy-part';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type PlannedPart, useChangeTexts } from '../deploy-texts.ts';

interface CopyPreviewProps {
  readonly name: string;
  readonly parts: readonly PlannedPart[];
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  readonly onLookAgain: () => void;
  readonly onApply: (parts: readonly DeployPart[]) => void;
}

export function CopyPreview(props: CopyPreviewProps) {
  const { name, parts, isBusy, error, onLookAgain, onApply } = props;
  const { t } = useTranslation(['device-deploy', 'errors']);
  const texts = useChangeTexts();
  const holder = holderOf(useRequiredSession().user);
  const mayCopy = (part: DeployPart) => may(holder, PART_PERMISSIONS[part]);
  const offered = DEPLOY_PARTS.filter(
    (part) =>
      mayCopy(part) &&
      parts.some((planned) => planned.part === part && planned.state === 'changes'),
  );
  // Another group changes who can see and switch the device, so it is not selected by default.
  const [chosen, setChosen] = useState<readonly DeployPart[]>(
    offered.filter((part) => part !== 'group'),
  );
  const [isAsking, setAsking] = useState(false);
  const title = (part: string) => t(`device-deploy:part.${part}`);
  return (
    <div className="deploy__preview stack to-start">
      {parts.map(({ part, state, changes }) => {
        const asPart = part as DeployPart;
        const isChanged = state === 'changes';
        return (
          <div key={part} className="full" data-state={state}>
            <Checkbox
              disabled={!offered.includes(asPart)}
              checked={chosen.includes(asPart)}
              onChange={({ target }) =>
                setChosen((old) =>
                  target.checked ? [...old, asPart] : old.filter((one) => one !== asPart),
                )
              }
            >
              {title(part)} · {t(`device-deploy:state.${state}`, { count: changes.length })}
              {isChanged && !mayCopy(asPart) && ` · ${t('errors:reason.forbidden')}`}
            </Checkbox>
            {(isChanged || state === 'unfit') && changes.length > 0 && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
              <section className="scroll-x" tabIndex={0} aria-label={title(part)}>
                <table className="plain-table">
                  <thead>
                    <tr>
                      <th scope="col">{t('device-deploy:column.what')}</th>
                      <th scope="col">{t('device-deploy:column.before')}</th>
                      <th scope="col">{t('device-deploy:column.after')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {changes.map((change) => {
                      const { what, before, after } = texts(part, change);
                      return (
                        <tr key={change.what}>
                          <th scope="row">{what}</th>
                          <td>
                            <bdi>{before}</bdi>
                          </td>
                          <td>
                            <bdi>{after}</bdi>
                          </td>
                        </tr>
                      );
                    })}
                  </tbody>
                </table>
              </section>
            )}
          </div>
        );
      })}
      <ErrorAlert
        error={error}
        remedy={{ label: t('device-deploy:copy.look'), onClick: onLookAgain }}
      />
      <Button
        type="primary"
        disabled={chosen.length === 0}
        loading={isBusy}
        onClick={() => setAsking(true)}
      >
        {t('device-deploy:copy.apply', { count: chosen.length })}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        title={t('device-deploy:copy.confirm', { name })}
        confirmLabel={t('device-deploy:copy.apply', { count: chosen.length })}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onApply(chosen);
        }}
      >
        <p>{chosen.map(title).join(', ')}</p>
        {chosen.includes('protections') && <p>{t('device-deploy:copy.effect')}</p>}
      </ConfirmDialog>
    </div>
  );
}
