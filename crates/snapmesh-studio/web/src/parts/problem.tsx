import type { Problem } from '../protocol';
import { Icon } from './icon';
import { Sentence } from './sentence';

/** Problems where they belong: at a field, at a piece, or in the list of all, where the place is told, too. */
export function ProblemList({ problems, withPlace }: { problems: Problem[]; withPlace?: boolean }) {
  if (problems.length === 0) return null;
  return (
    <ul class="problems">
      {problems.map((problem) => (
        <li key={`${problem.place} ${problem.message}`} class={`problem ${problem.severity}`}>
          <Icon name={problem.severity} />
          <div>
            <span class="hidden">{problem.severity}: </span>
            {withPlace && problem.place && <span class="problem-place">{problem.place}</span>}
            <span class="problem-message">
              <Sentence text={problem.message} />
            </span>
            {problem.help && (
              <span class="problem-help">
                <Sentence text={problem.help} />
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
