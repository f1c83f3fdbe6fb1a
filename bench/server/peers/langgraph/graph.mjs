import { AIMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

// As the scripted model answers: at once, and without a network.
const answer = ({ messages }) => ({ messages: [new AIMessage(`You said: ${messages.at(-1)?.content}`)] });

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', answer)
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile();
