import type { Problem } from '../protocol';
import { openBench } from '../state/bench';
import { nameOfFile } from '../state/files';
import { Icon } from './icon';
import { Sentence } from './sentence';

/** Places of one problem that a list has room for. */
const MOST_PLACES = 6;

/** Problems where they belong: at a field, at a piece, or in the list of all, where the place is told, too. There, what is said about
 * many pieces is said once. */
export function ProblemList({ problems, withPlace }: { problems: Problem[]; withPlace?: boolean }) {
  if (problems.length === 0) return null;
  const groups = withPlace ? grouped(problems) : problems.map((problem) => [problem]);
  return (
    <ul class="problems">
      {groups.map((group) => (
        <ProblemItem key={`${group[0]!.place} ${group[0]!.message}`} problem={group[0]!} places={withPlace ? group : []} />
      ))}
    </ul>
  );
}

function grouped(problems: Problem[]): Problem[][] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const { severity, message, help } = problem;
    const key = [severity, message, help].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  return [...groups.values()];
}

function ProblemItem({ problem: { severity, message, help }, places }: { problem: Problem; places: Problem[] }) {
  const more = places.length - MOST_PLACES;
  return (
    <li class={`problem ${severity}`}>
      <Icon name={severity} />
      <div>
        <span class="hidden">{severity}: </span>
        {places.length > 0 && (
          <span class="problem-place">
            {places.slice(0, MOST_PLACES).map((place, index) => (
              <span key={place.place}>
                <Place problem={place} isAlone={places.length === 1} />
                {index < Math.min(places.length, MOST_PLACES) - 1 && ', '}
              </span>
            ))}
            {more > 0 && ` and ${more} more`}
          </span>
        )}
        <span class="problem-message">
          <Sentence text={message} />
        </span>
        {help && (
          <span class="problem-help">
            <Sentence text={help} />
          </span>
        )}
      </div>
    </li>
  );
}

/** What is about a piece leads to the bench, where it can be mended. */
function Place({ problem: { place, file }, isAlone }: { problem: Problem; isAlone: boolean }) {
  if (file === null) return <>{place}</>;
  return (
    <button type="button" class="link" title={`${place}: put it on the bench`} onClick={() => openBench(file)}>
      {isAlone ? place : nameOfFile(file)}
    </button>
  );
}
