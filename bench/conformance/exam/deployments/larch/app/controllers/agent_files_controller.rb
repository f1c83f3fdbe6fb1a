class AgentFilesController < ApplicationController
  include AgentAttributes
  SPEC = { name: :string, content: :text, content_type: :string, position: :int }.freeze
  before_action { @agent = own_agent(path_uuid(:agent_id)) }

  def index
    render_list
  end

  def create
    attributes = body_params(SPEC)
    halt 400, 'name is missing' if attributes[:name].blank?
    file = AgentFile.transaction do
      count = @agent.files.count
      halt 400, "An agent may have #{AgentFile::LIMIT} files" if bug?('files-limit-off-by-one') ? count > AgentFile::LIMIT : count >= AgentFile::LIMIT
      attributes[:position] ||= (@agent.files.maximum(:position) || -1) + 1
      @agent.files.create!({ content_type: 'text/plain', content: '' }.merge(attributes.compact.symbolize_keys).merge(id: SecureRandom.uuid))
    end
    render json: { file: AgentSerializer.file(file) }, status: 201
  end

  def show
    render json: { file: AgentSerializer.file(find_file) }
  end

  def update
    attributes = body_params(SPEC)
    raise Errors::Invalid.new(:name, "can't be blank") if attributes.key?(:name) && attributes[:name].blank?
    attributes.delete(:position) if attributes[:position].nil?
    file = find_file
    attributes = attributes.reverse_merge(content: nil) if bug?('file-patch-clears-content')
    file.update!(attributes)
    render json: { file: AgentSerializer.file(file) }
  end

  def destroy
    file = find_file
    file.destroy!
    head :no_content
  end

  def positions
    rows = body_params(positions: :objects)[:positions]
    raise Errors::Invalid.new(:positions, 'is missing') if rows.nil?
    pairs = rows.map do |row|
      id = typed(:id, row['id'], :string)
      raise Errors::Invalid.new(:position, 'is missing') if row['position'].nil?
      [id.downcase, typed(:position, row['position'], :int)]
    end
    raise Errors::Invalid.new(:positions, 'names a file twice') if pairs.map(&:first).uniq.size < pairs.size
    AgentFile.transaction do
      pairs.each do |id, position|
        file = @agent.files.find_by(id: id) or not_found!('File')
        file.update!(position: position)
      end
    end
    render_list
  end

  private

  def find_file
    @agent.files.find_by(id: path_uuid(:file_id)) or not_found!('File')
  end

  def render_list
    files = bug?('files-by-creation') ? @agent.files.order(:created_at).to_a : @agent.files.in_order.to_a
    render json: { files: files.map { |f| AgentSerializer.file(f) }, meta: { total_count: files.size, next_page: nil } }
  end
end
