# What the workers of this deployment say.
module Brain
  JOB = { 'start the long job' => 'survey', 'start a job that fails' => 'broken' }.freeze
  NUMBERS = %w[one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
               seventeen eighteen nineteen twenty].freeze

  module_function

  def norm(message)
    message.strip.downcase.delete_suffix('.').delete_suffix('?')
  end

  def job_kind(message)
    JOB[norm(message)]
  end

  # [kind, value, pause before it]
  def pieces(message, before)
    case norm(message)
    when 'count slowly to twenty'
      NUMBERS.map { |n| [:text, "#{n} ", 0.1] } + [[:text, 'done.', 0.1]]
    when 'what is the tide at hull'
      input = { port: 'Hull' }
      id = "call_#{SecureRandom.hex(4)}"
      [[:text, 'Let me look that up. '],
       [:tool_call, { id: id, name: 'read_tide_table', input: input }],
       [:tool_result, { id: id, name: 'read_tide_table', input: input, output: TideTable.raw('Hull') }],
       [:text, 'High water at Hull is in the early morning.']]
    when 'start the long job', 'start a job that fails'
      [[:text, 'I have started that in the background. '], [:text, 'Ask again when it has ended.']]
    else
      words = ["Turn #{before.size + 1}. ", 'You said: ', message.presence || '(nothing)']
      words << "\nBefore that you said: " << before.last if before.any?
      words.map { |w| [:text, w] }
    end
  end
end
