import { clsx } from "clsx";
import { useState } from "react";
import { COMMAND_NAMES, PROFILE_KEYS, type ProfileKey } from "#contracts/project-rules";
import type { ProjectProfile } from "#contracts/schema/profile";
import { profileValue, type ProfileDifference } from "#core/profile/compare-profiles";
import { useSend } from "#web/api/queries";
import { SavedField, type Saving } from "#web/forms/saved-field";
import { changeOf, takeDetected, verifyAfter } from "#web/pages/project-settings/profile-patch";
import type { Detected } from "#web/pages/project-settings/use-detected";
import { Button } from "#web/ui/button";
import { Check } from "#web/ui/field";
import { showFailure, showToast } from "#web/ui/toast";

const KEYS: readonly ProfileKey[] = [
  "stack",
  "packageManager",
  "monorepo",
  ...PROFILE_KEYS.filter((key) => COMMAND_NAMES.some((name) => name === key)),
];

interface ProfileTableProps {
  readonly id: string;
  readonly profile: ProjectProfile;
  readonly found: Detected;
  /** Without those that were declined. */
  readonly differences: readonly ProfileDifference[];
  readonly saving: Saving;
}

/** Stored beside detected: each difference can be taken, and what is stored can be edited in place. */
export function ProfileTable({ id, profile, found, differences, saving }: ProfileTableProps) {
  const [declined, setDeclined] = useState<readonly ProfileKey[]>([]);
  const { mutateAsync } = useSend("PUT /api/projects/:id/profile");
  const wanted = differences.filter(({ key }) => !declined.includes(key));
  const save = async (key: ProfileKey, typed: string) => {
    if (key === "monorepo" && !["yes", "no"].includes(typed.trim())) return "A monorepo is yes or no.";
    const value = typed.trim() === "" ? null : typed.trim();
    return saving(mutateAsync({ params: { id }, body: changeOf([[key, value]]) }));
  };
  return (
    <div className="box">
      <table className="pdiff">
        <thead>
          <tr>
            <th>
              <span className="sr">Take</span>
            </th>
            <th>Field</th>
            <th>Stored</th>
            <th>Detected</th>
          </tr>
        </thead>
        <tbody>
          {KEYS.map((key) => {
            const difference = differences.find((one) => one.key === key);
            return (
              <ProfileRow
                key={key}
                name={key}
                value={profileValue(profile, key)}
                difference={difference}
                known={found.detected !== null}
                on={!declined.includes(key)}
                onTake={(on) => setDeclined(on ? declined.filter((one) => one !== key) : [...declined, key])}
                onSave={(typed) => save(key, typed)}
              />
            );
          })}
        </tbody>
      </table>
      {differences.length > 0 && (
        <TakeFoot id={id} profile={profile} wanted={wanted} keep={found.keep} saving={saving} />
      )}
    </div>
  );
}

interface TakeFootProps extends Pick<ProfileTableProps, "id" | "profile" | "saving"> {
  readonly wanted: readonly ProfileDifference[];
  readonly keep: () => void;
}

function TakeFoot({ id, profile, wanted, keep, saving }: TakeFootProps) {
  const { mutateAsync, isPending } = useSend("PUT /api/projects/:id/profile");
  const take = async () => {
    const wrong = await saving(mutateAsync({ params: { id }, body: takeDetected(wanted) }));
    if (wrong !== null) return showFailure("The profile was not changed", wrong);
    showToast({
      title: wanted.length === 1 ? "1 change taken" : `${wanted.length} changes taken`,
      detail: "TOOL.md names the new commands",
    });
  };
  return (
    <div className="panel-f pdiff-f">
      <span className="small dim grow cut">
        Verify becomes <code>{verifyAfter(profile, wanted) || "nothing"}</code>
      </span>
      <Button kind="ghost" onClick={keep}>
        Keep stored
      </Button>
      <Button
        kind="primary"
        disabled={wanted.length === 0 ? "Nothing is chosen" : isPending && "Under way"}
        onClick={() => void take()}
      >
        {wanted.length === 1 ? "Take 1 change" : `Take ${wanted.length} changes`}
      </Button>
    </div>
  );
}

interface ProfileRowProps {
  readonly name: ProfileKey;
  readonly value: string | null;
  readonly difference: ProfileDifference | undefined;
  /** Detection has answered. */
  readonly known: boolean;
  readonly on: boolean;
  readonly onTake: (on: boolean) => void;
  readonly onSave: (typed: string) => Promise<string | null>;
}

function ProfileRow({ name, value, difference, known, on, onTake, onSave }: ProfileRowProps) {
  return (
    <tr className={clsx(difference !== undefined && on && "chg")}>
      <td>
        {difference !== undefined && (
          <Check label={`Take the detected ${name}`} hideLabel on={on} onChange={onTake} />
        )}
      </td>
      <td className="k">{name}</td>
      <td className={clsx(difference !== undefined && on && "was")}>
        <SavedField
          label={`Stored ${name}`}
          mono
          small
          placeholder="none"
          value={value ?? ""}
          save={onSave}
          still={value === null ? "Still none." : `Still ${value}.`}
        />
      </td>
      <td className={clsx(difference !== undefined && "new")}>
        {difference === undefined ? (
          <span className="faint plain">{known ? "same" : ""}</span>
        ) : (
          (difference.detected ?? <span className="plain">none</span>)
        )}
      </td>
    </tr>
  );
}
