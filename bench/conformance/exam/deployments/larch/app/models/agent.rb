class Agent < ApplicationRecord
  include Discardable
  include Visible

  belongs_to :user
  has_many :files, class_name: 'AgentFile', dependent: :destroy
  has_many :feedbacks
  has_many :agent_runs
  has_many :subscriptions
  has_many :payments
  has_one :theme_preference
  serialize :tags, JSON

  validates :chat_prompt, presence: true
  validates :vanity_slug, format: { with: /\A[a-z0-9]+(-[a-z0-9]+)*\z/ }, length: { maximum: 60 }, allow_nil: true
  validate :slug_is_free

  before_validation { self.vanity_slug = nil if vanity_slug.blank? }
  before_validation { self.name = name.titleize if name && bug?('chat-name-titleized') }

  def paid?
    monthly_price.to_d.positive?
  end

  def discard!
    transaction do
      super
      Schedule.where(chat_id: id).delete_all
    end
  end

  def copy_for(owner)
    copy = dup
    copy.assign_attributes(id: SecureRandom.uuid, user_id: owner.id, vanity_slug: nil, monthly_price: nil, upsell_description: nil,
                           feedbacks_count: 0, created_at: Clock.tick, updated_at: Time.current)
    copy
  end

  private

  def slug_is_free
    return if vanity_slug.nil?
    taken = Agent.kept.where(vanity_slug: vanity_slug).where.not(id: id).exists?
    errors.add(:vanity_slug, :taken) if taken
  end
end
